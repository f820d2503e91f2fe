export { SecretMade } from './parts/secret-made.tsx'
