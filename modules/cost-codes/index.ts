export { CostCodePicker } from './parts/cost-code-picker.tsx'
export { useCostCodes } from './parts/use-project-codes.ts'
export { ImportCodes } from './dialogs/import-codes.tsx'
export { CopyDialog } from './dialogs/copy-dialog.tsx'
