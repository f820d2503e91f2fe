import { KEPT_FILES } from '#core/kept/previews.ts'

/** A whole sheet as it was last drawn on this device: its pixels, and CSS pixels for each point of the page. */
export interface Snapshot {
  readonly bitmap: ImageBitmap
  readonly scale: number
}

const QUALITY = 0.92
const SCALE = 'X-Scale'
const keyOf = (file: string) => `${file}&snapshot`

/** Shown at once when a sheet is opened again; null when this device has none, or keeps none. */
export async function snapshotOf(file: string): Promise<Snapshot | null> {
  const cache = await globalThis.caches?.open(KEPT_FILES)
  const kept = await cache?.match(keyOf(file))
  const scale = Number(kept?.headers.get(SCALE))
  if (!kept || !(scale > 0)) return null
  return { bitmap: await createImageBitmap(await kept.blob()), scale }
}

/** Keeps a sheet as it is drawn. A device without room shows it later. */
export async function keepSnapshot(file: string, canvas: HTMLCanvasElement, scale: number): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', QUALITY))
  if (!blob) return
  const cache = await globalThis.caches?.open(KEPT_FILES)
  await cache?.put(keyOf(file), new Response(blob, { headers: { [SCALE]: String(scale) } })).catch(() => {})
}
