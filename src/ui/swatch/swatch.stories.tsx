import preview from '#storybook/preview.tsx'
import { Swatch } from './swatch.tsx'
