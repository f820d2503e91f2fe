export { ItemCard } from './parts/item-card.tsx'
export { itemColumns } from './parts/item-columns.tsx'
export { ItemTab, type ItemDetailProps } from './parts/item-tab.tsx'
export { needOf, useItemNeeds } from './parts/use-item-needs.ts'
