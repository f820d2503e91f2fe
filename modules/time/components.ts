export { EnterTimeDialog } from './dialogs/enter-time-dialog.tsx'
export { useDisputeAnswers } from './parts/week/use-dispute-answers.ts'
export { useApproval, type ToApprove } from './parts/week/use-approval.tsx'
