import { KnownPicker, type Offered } from '#blocks/record-picker/known-records.tsx'
import type { Id } from '#core/access/access.ts'
import type { ControlProps } from '#ui/control/control.ts'
import { users, type User } from '../entities.ts'

/** Picks one person by name. */
export const PersonPicker = (props: ControlProps<Id | null> & Offered<User>) => (
  <KnownPicker {...props} entity={users} />
)
