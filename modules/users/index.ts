export { UserDialog } from './dialogs/user-dialog.tsx'
export { PeoplePicker, PersonPicker, usePeople, type Offered } from './parts/person-picker.tsx'
