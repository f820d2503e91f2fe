import * as z from 'zod/mini'
import { lazily, makeField, type Field } from './field.ts'

/** A time of day as `HH:MM` on a 24-hour clock, in the company's time zone. */
export const time = (): Field<string> =>
  makeField(
    'text',
    lazily(() =>
      z
        .string({ error: 'must be a time such as 07:30' })
        .check(z.refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), 'must be a time such as 07:30')),
    ),
  )
