import { expect, test } from 'vitest'
import { decodedText } from './decoded-text.ts'

const utf16 = (text: string, big: boolean) => {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at++) new DataView(bytes.buffer).setUint16(at * 2, text.charCodeAt(at), !big)
  return bytes
}

test.each([
  ['UTF-8', new TextEncoder().encode('Größe 5 €')],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFGröße 5 €')],
  ['UTF-16, little end first', utf16('\uFEFFGröße 5 €', false)],
  ['UTF-16, big end first', utf16('\uFEFFGröße 5 €', true)],
  ['Windows-1252', Uint8Array.from(Buffer.from('Gr\xf6\xdfe 5 \x80', 'latin1'))],
])('text in %s is read as it is meant', (_, bytes) => {
  expect(decodedText(bytes)).toBe('Größe 5 €')
})

test('the beginning of a text may end amid a character', () => {
  expect(decodedText(new TextEncoder().encode('5 €').subarray(0, 4))).toBe('5 ')
})
