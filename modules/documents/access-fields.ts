import { roles } from '#core/access/access.ts'
import { choice, number } from '#core/entity/fields.ts'
import { levels, subjectTypes } from './access.ts'

/** The fields of an access setting: its subject and the level that the subject gets in the folder. */
export const accessFields = () => ({
  subject_type: choice(...subjectTypes),
  /** The id of the user, customer or contact type; null for a team role, which is in `role`. */
  subject_id: number({ decimals: 0, min: 1 }).optional(),
  role: choice(...roles).optional(),
  level: choice(...levels),
})
