// Tests read amounts and dates as an American does, wherever they run.
import { useLocale } from "$lib/display/locale";

useLocale("en-US");
