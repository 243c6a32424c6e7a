// What every page does.

import "./preferences.js";
import { addSettings } from "./settings.js";

addSettings();
