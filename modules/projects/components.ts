export { useProjectSearch } from './parts/search/use-project-search.ts'
