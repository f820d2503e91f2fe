import type { VectorPage } from '#modules/drawings/sample/pdf.ts'

/** Widths of Helvetica in thousandths, for letters that are set one by one. */
const NARROW: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'ABEKPSVXY'].map((one) => [one, 667])),
  ...Object.fromEntries([...'CDHNRU'].map((one) => [one, 722])),
  ...Object.fromEntries([...'FTZ'].map((one) => [one, 611])),
  ...Object.fromEntries([...'GOQ'].map((one) => [one, 778])),
  ...Object.fromEntries([...'Iftj .,:;/!|'].map((one) => [one, 278])),
  ...Object.fromEntries([...'cksvxyzJ'].map((one) => [one, 500])),
  ...Object.fromEntries([...'-()r'].map((one) => [one, 333])),
  W: 944,
  M: 833,
  m: 833,
  w: 722,
  i: 222,
  l: 222,
  "'": 191,
  '"': 355,
}
export const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, letter) => sum + (NARROW[letter] ?? 556), 0) * (size / 1000)

/** How a program writes text: lines, words or letters of their own, everything twice, or as outlines. */
export type Written = 'lines' | 'words' | 'letters' | 'twice' | 'outlines'

export interface TextStyle {
  readonly size: number
  readonly bold?: boolean
  readonly align?: 'start' | 'middle' | 'end'
  /** Written upward, as along the edge of a sheet. */
  readonly up?: boolean
}

const octal = (text: string) =>
  `(${[...text]
    .map((letter) => {
      const code = letter.charCodeAt(0)
      if ('()\\'.includes(letter)) return `\\${letter}`
      return code < 127 ? letter : code < 256 ? `\\${code.toString(8)}` : '?'
    })
    .join('')})`

const n = (value: number) => Number(value.toFixed(2))

/** Draws a page from its upper left corner. */
export function createPen(width: number, height: number, written: Written) {
  const ops: string[] = ['0 0 0 rg 0 0 0 RG 1 w']
  function piece(text: string, x: number, y: number, { size, bold, up }: TextStyle) {
    if (written === 'outlines') {
      const w = widthOf(text, size)
      ops.push(
        up
          ? `${n(x - size * 0.7)} ${n(height - y)} ${n(size * 0.7)} ${n(w)} re f`
          : `${n(x)} ${n(height - y)} ${n(w)} ${n(size * 0.7)} re f`,
      )
      return
    }
    const matrix = up ? `0 1 -1 0 ${n(x)} ${n(height - y)} Tm` : `1 0 0 1 ${n(x)} ${n(height - y)} Tm`
    const shown = `BT /${bold && (written === 'lines' || written === 'twice') ? 'B' : 'F'} ${size} Tf ${matrix} ${octal(text)} Tj ET`
    ops.push(shown)
    if (written === 'twice') ops.push(shown.replace(`${n(x)} ${n(height - y)} Tm`, `${n(x + 0.3)} ${n(height - y)} Tm`))
  }
  /** Text with its baseline at a place. */
  function text(words: string, x: number, y: number, style: TextStyle) {
    const shift = { start: 0, middle: 0.5, end: 1 }[style.align ?? 'start'] * widthOf(words, style.size)
    const parts = written === 'words' ? words.split(/(?<= )/) : written === 'letters' ? [...words] : [words]
    let along = -shift
    for (const part of parts) {
      const [dx, dy] = style.up ? [0, -along] : [along, 0]
      if (part.trim()) piece(part.trimEnd(), x + dx, y + dy, style)
      along += widthOf(part, style.size)
    }
  }
  const frame = (x: number, y: number, w: number, h: number) =>
    ops.push(`${n(x)} ${n(height - y - h)} ${n(w)} ${n(h)} re S`)
  return { text, frame, page: (entries = ''): VectorPage => ({ width, height, content: ops.join('\n'), entries }) }
}
export type Pen = ReturnType<typeof createPen>
