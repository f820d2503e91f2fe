import { roles } from '#core/access/access.ts'
import { choice, number } from '#core/entity/fields.ts'
import { levels, subjectTypes } from './access.ts'

/** The fields of a setting that says what someone may do in a folder: whom it names, and the level. */
export const accessFields = () => ({
  subject_type: choice(...subjectTypes),
  /** The id of whom it names; for a team role, `role` is given instead. */
  subject_id: number({ decimals: 0, min: 1 }).optional(),
  role: choice(...roles).optional(),
  level: choice(...levels),
})
