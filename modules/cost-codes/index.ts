export { CostCodePicker } from './parts/cost-code-picker.tsx'
export { useCostCodes } from './parts/use-project-codes.ts'
