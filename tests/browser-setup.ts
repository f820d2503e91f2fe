import '../src/theme/faces.css'
import '../src/theme/global.css'
import { provideIcons } from '../src/ui/icon/icon.tsx'
import { icons } from '../src/ui/icon/icons.ts'

provideIcons(icons)
