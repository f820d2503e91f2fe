import { vectorPdf, words, type VectorPage } from '#modules/drawings/sample/pdf.ts'

/** A page of so many drawing operations: lines, curves and words, spread evenly. */
export function largePage(operations: number, number = 'E2.1'): VectorPage {
  const [width, height] = [2592, 1728]
  const across = Math.ceil(Math.sqrt(operations * 1.5))
  const step = (width - 500) / across
  const parts = ['0.5 w 0.1 0.2 0.4 RG']
  for (let at = 0; at < operations; at++) {
    const [x, y] = [60 + (at % across) * step, 60 + Math.floor(at / across) * step]
    const [a, b] = [x.toFixed(1), y.toFixed(1)]
    if (at % 10 === 0) parts.push(words(String(at % 97), x, y, step * 0.4))
    else if (at % 3 === 0)
      parts.push(
        `${a} ${b} m ${(x + step).toFixed(1)} ${b} ${a} ${(y + step).toFixed(1)} ${(x + step * 0.8).toFixed(1)} ${(y + step * 0.8).toFixed(1)} c S`,
      )
    else parts.push(`${a} ${b} m ${(x + step * 0.8).toFixed(1)} ${(y + step * 0.5).toFixed(1)} l S`)
  }
  parts.push('0 g', words(number, width - 300, 100, 70, true), words('Rev 1 11/12/26', width - 300, 210, 22))
  return { width, height, content: parts.join('\n') }
}

export const largeSheet = (operations: number): Uint8Array<ArrayBuffer> => vectorPdf([largePage(operations)])
