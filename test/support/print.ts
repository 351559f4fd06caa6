import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import type { SymbolDrawing } from "../../pages/shared/label-symbol.ts";

/** A drawn code as rows of points, 255 where it is light, each module so many points wide. */
export const printed = ({ width, height, path }: SymbolDrawing, scale: number) => {
  const points = Buffer.alloc(width * scale * height * scale, 255);
  for (const [, ...numbers] of path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)/g)) {
    const [left = 0, top = 0, wide = 0, high = 0] = numbers.map((number) => Number(number) * scale);
    for (let y = top; y < top + high; y += 1)
      points.fill(0, y * width * scale + left, y * width * scale + left + wide);
  }
  return { points, width: width * scale, height: height * scale };
};

/** Makes what reads codes, without a network. */
export const prepareReader = () =>
  prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(
        createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
      ).buffer,
    },
    fireImmediately: true,
  });

/** The symbology and the text of a drawn code, as a camera sees them. */
export const readDrawn = async (drawn: SymbolDrawing): Promise<string> => {
  const { points, width, height } = printed(drawn, 4);
  const data = new Uint8ClampedArray([...points].flatMap((light) => [light, light, light, 255]));
  const [found] = await readBarcodes({ data, width, height, colorSpace: "srgb" });
  return `${found?.format} ${found?.text}`;
};
