export { useProjectSearch } from './parts/search/use-project-search.ts'
export { ProjectFirst } from './dialogs/project-first.tsx'
