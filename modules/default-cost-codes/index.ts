export { NewCategories, numbersIn } from './dialogs/new-categories.tsx'
