import { defineServer, serve } from '#server/define-server.ts'
import { customFieldOptions, customFields } from '../custom-fields/entities.ts'
import { problemsWithValues } from '../custom-fields/guards.ts'
import { customers } from './entities.ts'

export default defineServer({
  serve: [
    serve(customers, {
      validate: async ({ custom_field_values: values }, before, { all }) =>
        values &&
        problemsWithValues(
          values,
          before?.custom_field_values ?? [],
          await all(customFields, { for: 'customer' }),
          await all(customFieldOptions),
        ),
    }),
  ],
  sample: () => import('./sample.ts'),
})
