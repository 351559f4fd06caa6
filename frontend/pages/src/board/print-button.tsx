import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import { scannedFields } from "#scanner/scan/read-scan.ts";
import type { SymbolDrawing } from "../shared/label-symbol.ts";
import { labelKindOf } from "../shared/labels.ts";
import { CodeText } from "../shared/text.tsx";

/** The width of the narrowest bar. */
const moduleWidthMm = 0.33;

/** Prints the label of goods, of a box or of a shelf, as this site's scanners read it. */
export const PrintButton = ({ kind, code }: { kind: string; code: string }) => {
  const [drawings, setDrawings] = useState<readonly SymbolDrawing[]>();
  useEffect(() => {
    if (!drawings?.length) return;
    print();
    setDrawings(undefined);
  }, [drawings]);
  const field = scannedFields.find((scannedField) => labelKindOf[scannedField] === kind);
  if (!field) return null;
  const draw = async () => {
    // Loaded at the first touch, so that the first script stays small.
    const { labelSymbologies, drawLabel } = await import("../shared/label-symbol.ts");
    const readable = labelSymbologies.flatMap((symbology) => {
      try {
        return drawLabel(field, code, symbology, settings.scan);
      } catch {
        return [];
      }
    });
    setDrawings(readable.slice(0, 1));
  };
  const sizeOf = (modules: number) => `${(modules * moduleWidthMm).toFixed(1)}mm`;
  return (
    <>
      <button type="button" class="act" data-test="print" onClick={() => void draw()}>
        {words.print}
      </button>
      {drawings?.length === 0 && <span class="soft">{words.unprintable}</span>}
      {drawings?.map(({ width, height, path }) => (
        <figure class="label" key={path}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            width={sizeOf(width)}
            height={sizeOf(height)}
          >
            <path d={path} />
          </svg>
          <figcaption>
            <CodeText>{code}</CodeText>
          </figcaption>
        </figure>
      ))}
    </>
  );
};
