import { gunzipSync } from 'node:zlib'
import type { Box, Run } from '../../lib/title-block/lines.ts'
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js'

/** A picture of eight bits a pixel, and how many pixels an inch of the page has. */
export interface Gray {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  readonly dpi: number
}

/** A word and its place in pixels; its confidence is a percentage. */
export interface Word {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly confidence: number
}

/** How a picture's words are looked for: by columns and blocks, or wherever there are any. */
const modes = { blocks: 3, anywhere: 11 }
export type OcrMode = keyof typeof modes

const LSTM_ONLY = 1
const UPRIGHT = 1
const [LINE, WORD] = ['4', '5']
/** Of a word with less, most letters are wrong. */
const LEAST_CONFIDENCE = 30

/** Opens Tesseract, which reads words in pictures; `language` is a gzipped `traineddata`. */
export async function openOcr(wasmBinary: Uint8Array, language: Uint8Array) {
  // Its complaints about single pictures are no output of this process.
  const core = await createCore({ wasmBinary, print: () => undefined, printErr: () => undefined })
  core.FS.writeFile('eng.traineddata', gunzipSync(language))
  const api = new core.TessBaseAPI()
  if (api.Init('/', 'eng', LSTM_ONLY) !== 0) throw new Error('The words of pictures cannot be read here.')
  return ({ width, height, data, dpi }: Gray, mode: OcrMode): Word[] => {
    core.FS.writeFile('/input', Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), data]))
    api.SetPageSegMode(modes[mode])
    api.SetImageFile(UPRIGHT, 0)
    api.SetSourceResolution(Math.round(dpi))
    const words = wordsIn(api.GetTSVText(0))
    api.Clear()
    return words
  }
}

/** Words with less room than so many heights between them belong together. */
const ROOM = 1.2

/**
 * The words of a line that stand together are one text: where one ends and the next begins, the engine knows better than
 * their places tell. Frames that it took for letters are left out.
 */
function wordsIn(tsv: string): Word[] {
  const words: Word[] = []
  let isSame = false
  for (const row of tsv.split('\n')) {
    const [level = '', , , , , , left, top, width, height, sure, said = ''] = row.split('\t')
    if (level === LINE) isSame = false
    const text = said.trim()
    const word = {
      text,
      x: Number(left),
      y: Number(top),
      w: Number(width),
      h: Number(height),
      confidence: Number(sure),
    }
    if (level !== WORD || !(word.confidence >= LEAST_CONFIDENCE) || !/[\p{L}\p{N}+=&]/u.test(text)) continue
    const before = words.at(-1)
    const room = before && word.x - before.x - before.w
    if (isSame && before && room !== undefined && room < ROOM * Math.max(before.h, word.h))
      words[words.length - 1] = joined(before, word)
    else words.push(word)
    isSame = true
  }
  return words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** As high as its longer word: what is beside a short one may have been taken for a part of it. */
function joined(a: Word, b: Word): Word {
  const { y, h } = a.text.length >= b.text.length ? a : b
  const confidence = Math.min(a.confidence, b.confidence)
  return { text: `${a.text} ${b.text}`, x: a.x, y, w: b.x + b.w - a.x, h, confidence }
}

/** Words of a part of a page, in parts of the page. */
export const placed = (words: readonly Word[], { width, height }: Gray, part: Box | undefined): Run[] =>
  words.flatMap(({ text, x, y, w, h }) => {
    if (!part) return []
    const [across, down] = [part.w / width, part.h / height]
    return [{ text, x: part.x + x * across, y: part.y + y * down, w: w * across, h: h * down }]
  })

/** Darker than this is ink. */
const INK = 150

/** A picture without specks and grain, of which a scan may have so many that looking for words among them never ends. */
export function cleaned({ data, width, height, dpi }: Gray): Gray {
  const ink = data.map((value) => (value < INK ? 1 : 0))
  const out = new Uint8Array(data.length).fill(255)
  const around = [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1]
  for (let place = width + 1; place < data.length - width - 1; place++) {
    if (!ink[place]) continue
    let count = 0
    for (const by of around) count += ink[place + by] ?? 0
    // With the gray around it, which is the edge of a letter.
    if (count > 2) for (const by of around) out[place + by] = data[place + by] ?? 255
  }
  return { data: out, width, height, dpi }
}
