export { default as PlaceLink } from './parts/pins/place-link.tsx'
