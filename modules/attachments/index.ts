export { Files } from './parts/files.tsx'
export { Images, type ImagesProps } from './parts/images.tsx'
export { prepare } from './parts/photo.ts'
