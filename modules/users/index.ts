export { UserDialog } from './dialogs/user-dialog.tsx'
export { spoken } from './parts/labels.ts'
export { PeoplePicker, PersonPicker, usePeople, type Offered } from './parts/person-picker.tsx'
