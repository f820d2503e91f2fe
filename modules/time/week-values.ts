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
