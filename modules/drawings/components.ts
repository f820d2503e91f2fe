export { PlaceLink } from './parts/place-link.tsx'
