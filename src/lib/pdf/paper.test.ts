import { expect, test } from 'vitest'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { createPaper } from './paper.ts'
import { printable } from './pdf-text.ts'

test('Node prints what the standard fonts lack by the plain letter, or a question mark', async () => {
  const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica)
  expect(printable(font, 'José Núñez – 8 h')).toBe('José Núñez – 8 h')
  expect(printable(font, 'Dvořák 東')).toBe('Dvorák ?')
})

test('a page with any text is printed in Node', async () => {
  const paper = await createPaper('Hours', { company: 'Three Rivers Electric', logo: null })
  paper.letterhead()
  paper.write('Dvořák 東\nsecond line')
  paper.row(['Job', '東'], [0.7, 0.3])
  const file = await PDFDocument.load(await paper.finish('Hours'))
  expect(file.getPageCount()).toBe(1)
})
