import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { openOcr } from '#server/decode/ocr.ts'
import { openPdfium } from '#server/decode/pdfium.ts'

const bytesOf = (name: string) => new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(name)))

/** Opens the engine that reads and draws pages. */
export const openEngine = () => openPdfium(bytesOf('@embedpdf/pdfium/pdfium.wasm'))

/** Opens the engine that recognizes the words of pictures. */
export const openReader = () =>
  openOcr(
    bytesOf('tesseract.js-core/tesseract-core-simd-lstm.wasm'),
    bytesOf('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  )
