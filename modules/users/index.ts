export { UserDialog } from './dialogs/user-dialog.tsx'
export { labelFor } from './parts/labels.ts'
export { PeoplePicker, PersonPicker, usePeople, type Offered } from './parts/person-picker.tsx'
