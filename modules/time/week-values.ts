import * as z from 'zod/mini'

/** A week's hours by pay type, in hours with two decimals; `per_diem_days` counts days. */
export const totals = z.object({
  regular: z.number(),
  overtime: z.number(),
  double: z.number(),
  vacation: z.number(),
  worked: z.number(),
  per_diem_days: z.number(),
})
/** How each entry of a week is paid. */
export const split = z.array(
  z.object({ id: z.number(), regular: z.number(), overtime: z.number(), double: z.number(), reason: z.string() }),
)

/** What somebody said is wrong with a week, and what an entry's hours should be, if they said so. */
const statement = z.object({
  user_id: z.nullable(z.number()),
  at: z.nullable(z.string()),
  reason: z.string(),
  entry_id: z.nullable(z.number()),
  hours: z.nullable(z.number()),
})
export type Statement = z.infer<typeof statement>
export const statements = z.array(statement)

/** What a person signs of a time entry. */
const signedLine = z.object({
  date: z.string(),
  project_id: z.nullable(z.number()),
  type: z.string(),
  hours: z.number(),
  per_diem: z.boolean(),
})
export type SignedLine = z.infer<typeof signedLine>
export const signedLines = z.array(signedLine)
