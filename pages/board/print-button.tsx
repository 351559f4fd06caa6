import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import { scannedFields } from "#scanner/scan/read-scan.ts";
import type { SymbolDrawing } from "../shared/label-symbol.ts";
import { labelKindOf } from "../shared/labels.ts";
import { CodeText } from "../shared/text.tsx";

/** Millimetres of the narrowest bar. */
const moduleWidthMm = 0.33;

/** Prints the label of goods, of a box or of a shelf, as this site's scanners read it. What draws it is loaded at the first touch. */
export const PrintButton = ({ thing, code }: { thing: string; code: string }) => {
  const [label, show] = useState<readonly SymbolDrawing[]>();
  useEffect(() => {
    if (!label?.length) return;
    print();
    show(undefined);
  }, [label]);
  const field = scannedFields.find((one) => labelKindOf[one] === thing);
  if (!field) return null;
  const draw = async () => {
    const { labelSymbologies: codes, drawLabel: labelOf } = await import(
      "../shared/label-symbol.ts"
    );
    const drawn = codes.flatMap((one) => {
      try {
        return labelOf(field, code, one, settings.scan);
      } catch {
        return [];
      }
    });
    show(drawn.slice(0, 1));
  };
  const size = (modules: number) => `${(modules * moduleWidthMm).toFixed(1)}mm`;
  return (
    <>
      <button type="button" class="act" data-test="print" onClick={() => void draw()}>
        {words.print}
      </button>
      {label?.length === 0 && <span class="soft">{words.unprintable}</span>}
      {label?.map(({ width, height, path }) => (
        <figure class="label" key={path}>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${width} ${height}`}
            width={size(width)}
            height={size(height)}
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
