export { ItemCard } from './parts/item-card.tsx'
