import fc, { type Arbitrary } from 'fast-check'

/** Every code point but halves of pairs, which are no text. */
const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))

/**
 * Any text there is, its length in code points. As `fc.string({ unit: 'binary' })`, which lists all of them before the
 * first text: 1.3 seconds each time.
 */
export const anyText = (lengths: { minLength?: number; maxLength?: number } = {}): Arbitrary<string> =>
  fc.array(codePoint, lengths).map((points) => String.fromCodePoint(...points))
