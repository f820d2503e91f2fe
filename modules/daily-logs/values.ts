import * as z from 'zod/mini'

/** One person's hours of a day on a project, from time entries. */
export const crew = z.array(
  z.object({
    user_id: z.number(),
    name: z.string(),
    hours: z.number(),
    codes: z.array(z.object({ number: z.string(), name: z.string() })),
  }),
)

/** Weather that a provider observed; an hour is stored once and never asked for again. */
export const weather = z.object({
  source: z.string(),
  /** When the provider was asked last. */
  fetched_at: z.string(),
  /** The last hour observed, `HH:MM`. */
  observed_at: z.string(),
  temperature_high_f: z.number(),
  temperature_low_f: z.number(),
  hours: z.array(
    z.object({
      at: z.string(),
      sky: z.enum(['clear', 'cloudy', 'rain', 'snow', 'fog']),
      temperature_f: z.number(),
      wind_mph: z.number(),
      precipitation_in: z.number(),
    }),
  ),
})
export type Weather = z.infer<typeof weather>

/** What a log's approved entries add up to. */
export const totals = z.object({
  companies: z.number(),
  workers: z.number(),
  worker_hours: z.number(),
  delay_hours: z.number(),
  safety: z.number(),
  injuries: z.number(),
})
