export { Files } from './parts/files.tsx'
export { Images, type ImagesProps } from './parts/images.tsx'
export { useDestination } from './parts/use-destination.ts'
