import {
  prepareZXingModule,
  type ReadInputBarcodeFormat,
  type ReadResult,
  readBarcodes,
} from "zxing-wasm/reader";
import wasm from "zxing-wasm/reader/zxing_reader.wasm";
import type { ScanSettings } from "#scanner/scan/read-scan.ts";

// The caller passes the site's settings, because a shared module would be one more file to load.

/** Milliseconds that a label must be out of view before the same label is a new scan. */
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

/** The text as a scanner types it: the symbology identifier, then the text with the site's separators. */
const rawOf = ({ symbologyIdentifier, text }: ReadResult, { separators }: LabelSettings) =>
  symbologyIdentifier +
  (separators.includes("GS") ? text : text.replaceAll("\u001d", separators[0] ?? ""));

const loadReader = async () => {
  // API Gateway sends binary data unencoded only if the client accepts its media type.
  const response = await fetch(wasm, { headers: { accept: "application/wasm" } });
  if (!response.ok) throw new Error(`${wasm}: ${response.status}`);
  await prepareZXingModule({
    overrides: { wasmBinary: await response.arrayBuffer() },
    fireImmediately: true,
  });
};

/**
 * Reads labels with the camera until `signal` aborts. `onLight` gets the function that turns the light on and off.
 * @throws without a camera or a reader
 */
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
      // If the page was stalled, it did not see the label leave.
      if (raw !== last || (gone !== undefined && now - gone > newScanAfterMs)) onScan(raw);
      last = raw;
      gone = undefined;
    } else gone ??= now;
    await new Promise((resolve) => picture.requestVideoFrameCallback(resolve));
  }
};
