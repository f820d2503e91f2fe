export { PlaceLink } from './parts/pins/place-link.tsx'
