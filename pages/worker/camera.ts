import {
  prepareZXingModule,
  type ReadInputBarcodeFormat,
  type ReadResult,
  readBarcodes,
} from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm";
import type { ScanSettings } from "#scanner/scan/read-scan.ts";

// The site's answers come from the caller: a module in common would be one more file of the page.

/** Milliseconds without the label, until the same one is a new scan. */
const newScanAfterMs = 1_500;

const formatOf: Readonly<Record<string, ReadInputBarcodeFormat>> = {
  A: "Code39",
  C: "Code128",
  E: "EANUPC",
  I: "ITF",
  Q: "QRCode",
  d: "DataMatrix",
  e: "DataBar",
  z: "Aztec",
};
type LabelSettings = Pick<ScanSettings, "symbologies" | "separators">;

/** As a scanner types it: the symbology, then the text with the site's separators. */
const rawOf = ({ symbologyIdentifier, text }: ReadResult, { separators }: LabelSettings) =>
  symbologyIdentifier +
  (separators.includes("GS") ? text : text.replaceAll("\u001d", separators[0] ?? ""));

const loadReader = async () => {
  // API Gateway sends bytes as they are only to a client that asks for their type.
  const response = await fetch(wasm, { headers: { accept: "application/wasm" } });
  if (!response.ok) throw new Error(`${wasm}: ${response.status}`);
  await prepareZXingModule({
    overrides: { wasmBinary: await response.arrayBuffer() },
    fireImmediately: true,
  });
};

/** Reads the labels that the camera sees, until `signal` says so; `onLight` is given what turns its light on and off. @throws without a camera or a reader */
export const watchLabels = async (
  picture: HTMLVideoElement,
  labels: LabelSettings,
  onScan: (raw: string) => void,
  onLight: (turn: (on: boolean) => Promise<void>) => void,
  signal: AbortSignal,
): Promise<void> => {
  const video = { facingMode: "environment", width: { ideal: 1_280 }, height: { ideal: 720 } };
  const [stream] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video }),
    loadReader(),
  ]);
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener("abort", stop);
  if (signal.aborted) return stop();
  const [track] = stream.getVideoTracks();
  const abilities: object = track?.getCapabilities?.() ?? {};
  if (track && "torch" in abilities)
    onLight((on) => track.applyConstraints({ advanced: [{ torch: on }] }));
  picture.srcObject = stream;
  await picture.play();
  const canvas = new OffscreenCanvas(picture.videoWidth, picture.videoHeight);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const read = labels.symbologies.flatMap((identifier) => formatOf[identifier.slice(1, 2)] ?? []);
  const formats = [...new Set<ReadInputBarcodeFormat>(["QRCode", ...read])];
  let last = "";
  let gone: number | undefined;
  while (context && !signal.aborted) {
    context.drawImage(picture, 0, 0);
    const frame = context.getImageData(0, 0, canvas.width, canvas.height);
    const [found] = await readBarcodes(frame, {
      formats,
      textMode: "Plain",
      maxNumberOfSymbols: 1,
    });
    const now = performance.now();
    if (found && !signal.aborted) {
      const raw = rawOf(found, labels);
      // A page that was stalled saw nothing, and so no label leave.
      if (raw !== last || (gone !== undefined && now - gone > newScanAfterMs)) onScan(raw);
      last = raw;
      gone = undefined;
    } else gone ??= now;
    await new Promise((resolve) => picture.requestVideoFrameCallback(resolve));
  }
};
