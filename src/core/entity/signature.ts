import * as z from 'zod/mini'
import { isSignature } from '../../lib/signature.ts'
import { makeField, type Field } from './field.ts'

/** A signature: the strokes of a finger or a pen, as an SVG path in the box of `PAD`. */
export const signature = (): Field<string> =>
  makeField('signature', () => z.custom<string>(isSignature, 'must be an SVG path of strokes'))
