export { CrewDialog } from './dialogs/crew-dialog.tsx'
