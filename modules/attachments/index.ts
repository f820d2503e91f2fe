export { Images, type ImagesProps } from './parts/images.tsx'
