export { CustomValuesInput } from './parts/custom-values-input.tsx'
export { useCustomFacts } from './parts/custom-facts.tsx'
