export { UserDialog } from './dialogs/user-dialog.tsx'
export { PersonPicker } from './parts/person-picker.tsx'
export { createPeopleReader, usePeopleInFile } from './parts/use-people-in-file.ts'
