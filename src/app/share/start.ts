import { Camera, Check, CircleCheck, Download, FileText, Image, Link as LinkIcon, Phone, Send } from 'lucide-react'
import { firstIcons } from '#ui/icon/first-icons.ts'
import { provideIcons } from '#ui/icon/icon.tsx'
import SharePage from './share-page.tsx'

/** The page of a link, with the few icons that it needs of the app's. */
export function startSharePage() {
  provideIcons({
    ...firstIcons,
    camera: Camera,
    check: Check,
    'circle-check': CircleCheck,
    download: Download,
    'file-text': FileText,
    image: Image,
    link: LinkIcon,
    phone: Phone,
    send: Send,
  })
  return SharePage
}
