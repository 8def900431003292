import { sendFormsOnce } from "./forms.js";
import { watchForNewDay } from "./new_day.js";
import { tellTimeZone } from "./time_zone.js";

document.documentElement.classList.add("has-script");
tellTimeZone();
watchForNewDay();
sendFormsOnce();
