/** A point of a picture: shares of its width and height, from the top left. */
export type Point = readonly [x: number, y: number]

/** Something drawn on a picture. A circle is the ellipse within its two corners. */
export type PhotoMark =
  | { readonly kind: 'arrow' | 'circle'; readonly from: Point; readonly to: Point }
  | { readonly kind: 'text'; readonly at: Point; readonly text: string }

export interface Size {
  readonly width: number
  readonly height: number
}

/** Red on white, which stands out on concrete, steel, wood and sky. */
export const INK = '#e0241b'
export const CASING = '#ffffff'

/** The thickness of lines and the height of letters, in the picture's own units. */
export const lineOf = ({ width, height }: Size): number => Math.max(width, height) / 160
export const lettersOf = ({ width, height }: Size): number => Math.max(width, height) / 26

const at = ([x, y]: Point, { width, height }: Size): Point => [x * width, y * height]
const round = (value: number) => Math.round(value * 10) / 10

/** The outline of an arrow or a circle as an SVG path, in the picture's own units. */
export function outlineOf({ kind, from, to }: Exclude<PhotoMark, { kind: 'text' }>, size: Size): string {
  const [[x1, y1], [x2, y2]] = [at(from, size), at(to, size)]
  if (kind === 'circle') {
    const [rx, ry] = [Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2].map(round)
    const y = round((y1 + y2) / 2)
    const [left, right] = [round(Math.min(x1, x2)), round(Math.max(x1, x2))]
    return `M ${left} ${y} A ${rx} ${ry} 0 1 1 ${right} ${y} A ${rx} ${ry} 0 1 1 ${left} ${y}`
  }
  const head = lineOf(size) * 5
  const angle = Math.atan2(y2 - y1, x2 - x1)
  const barb = (turn: number) =>
    [x2 - head * Math.cos(angle + turn), y2 - head * Math.sin(angle + turn)].map(round).join(' ')
  const tip = `${round(x2)} ${round(y2)}`
  return `M ${round(x1)} ${round(y1)} L ${tip} M ${barb(0.5)} L ${tip} L ${barb(-0.5)}`
}

/** Draws a picture with its marks, as JPEG. */
export async function withMarks(picture: Blob, marks: readonly PhotoMark[]): Promise<Blob> {
  const bitmap = await createImageBitmap(picture)
  const size = { width: bitmap.width, height: bitmap.height }
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures.')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.font = `700 ${lettersOf(size)}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const [ink, times] of [
    [CASING, 2],
    [INK, 1],
  ] as const)
    for (const mark of marks) {
      context.strokeStyle = ink
      context.fillStyle = ink
      context.lineWidth = lineOf(size) * times
      if (mark.kind !== 'text') context.stroke(new Path2D(outlineOf(mark, size)))
      else if (times === 2) context.strokeText(mark.text, ...at(mark.at, size))
      else context.fillText(mark.text, ...at(mark.at, size))
    }
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
}
