/** A small picture, as a camera of this device takes it. */
export function picture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}
