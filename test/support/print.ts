import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { SymbolDrawing } from "../../frontend/pages/src/shared/label-symbol.ts";

/** A drawn code as rows of pixels, 255 where it is light. Each module is `scale` pixels wide. */
export const printed = ({ width, height, path }: SymbolDrawing, scale: number) => {
  const points = Buffer.alloc(width * scale * height * scale, 255);
  for (const [, ...numbers] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)) {
    const [left = 0, top = 0, wide = 0, high = 0] = numbers.map((number) => Number(number) * scale);
    for (let y = top; y < top + high; y += 1)
      points.fill(0, y * width * scale + left, y * width * scale + left + wide);
  }
  return { points, width: width * scale, height: height * scale };
};

/** Loads the reader of codes from a file, so that it needs no network. */
export const prepareReader = () =>
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
      ).buffer,
    },
    fireImmediately: true,
  });

/** The symbology and the text that a camera reads from a drawn code. */
export const readDrawn = async (drawn: SymbolDrawing): Promise<string> => {
  const { points, width, height } = printed(drawn, 4);
  const data = new Uint8ClampedArray([...points].flatMap((light) => [light, light, light, 255]));
  const [found] = await readBarcodes({ data, width, height, colorSpace: "srgb" });
  return `${found?.format} ${found?.text}`;
};
