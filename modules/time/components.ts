export { EnterTimeDialog } from './dialogs/enter-time-dialog.tsx'
export { useApproval, type ToApprove } from './parts/week/use-approval.tsx'
