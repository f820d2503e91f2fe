export { UserDialog } from './dialogs/user-dialog.tsx'
export { PersonPicker } from './parts/person-picker.tsx'
export { createPeopleInFile } from './parts/people-in-file.ts'
