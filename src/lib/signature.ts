/** The box that a signature's strokes are drawn in. */
export const PAD = { width: 600, height: 200 } as const

const MOST = 20_000
const strokes = /^(M -?\d{1,3}(\.\d)? -?\d{1,3}(\.\d)?( L -?\d{1,3}(\.\d)? -?\d{1,3}(\.\d)?)*\s?)+$/

/** Whether a value is a signature: strokes as an SVG path within the box, with at most one decimal. */
export const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MOST && strokes.test(value)

/** The message for anything else. */
export const NOT_A_SIGNATURE = 'The signature could not be read.'
